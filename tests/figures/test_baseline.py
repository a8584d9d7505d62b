"""Pictures look as they did when somebody last looked at them."""

import pytest
from matplotlib.testing.compare import compare_images

from tests.figures.baseline import FOLDER, STABLE, save_small

#: Root mean square of the difference of pixels: another font engine stays below, a lost line not.
TOLERANCE = 4.0


@pytest.mark.parametrize("name", STABLE)
def test_a_picture_looks_like_its_baseline(name, tmp_path):
    file = save_small(name, tmp_path)
    assert compare_images(str(FOLDER / f"{name}.png"), str(file), TOLERANCE) is None
