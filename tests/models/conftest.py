"""One folder with a random target and draft per architecture, written once per test session."""

from pathlib import Path

import pytest

from tests.models import small_package as package
from tests.models.folders import ARCHITECTURES, byte_level, random_model, save


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, Path]]:
    root = tmp_path_factory.mktemp("models")
    return {
        name: (
            save(root / name / "target", random_model(name, seed=0), byte_level()),
            save(root / name / "draft", random_model(name, seed=1), byte_level()),
        )
        for name in ARCHITECTURES
    }


@pytest.fixture
def llama(folders: dict[str, tuple[Path, Path]]) -> tuple[Path, Path]:
    return folders["llama"]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing a test fetches or remembers reaches the reader's own cache."""
    monkeypatch.setenv("SPECVIZ_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def offline_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    package.forget_pip_settings(monkeypatch)


@pytest.fixture
def small_package(offline_pip: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return package.offer(tmp_path, monkeypatch)
