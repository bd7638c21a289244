import pytest
from fetching import fetch


@pytest.mark.hatpin("names/other-domain", "time/expired-leaf", "names/exact-name*")
def test_fetch(world):
    fetch(world.url, world.ca)
