"""The strategies that come with chsim, one file each."""
