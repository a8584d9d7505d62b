"""The compiled engine: random numbers, dealing, legal plays, tricks, scoring, the game loop.

Nothing in here knows a strategy by name, a file or a screen. Rules arrive as
a record of numbers (`layout.RULES`); a game lives in another (`layout.STATE`).
"""
