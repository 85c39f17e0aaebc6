"""The examples run, and so does the notebook; the cluster's description is valid."""

import json
import pathlib
import runpy

import pytest

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"
ALONE = sorted(path for path in EXAMPLES.glob("*.py") if "ray" not in path.name)


@pytest.mark.parametrize("path", ALONE, ids=lambda path: path.stem)
def test_examples_run(path, capsys):
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out


def test_the_example_of_a_cluster_runs(capsys, monkeypatch, patient):
    ray = pytest.importorskip("ray")
    if ray.is_initialized():
        ray.shutdown()
    monkeypatch.setattr(ray, "init", patient(ray.init))
    runpy.run_path(str(EXAMPLES / "11_ray.py"), run_name="__main__")
    assert "root" in capsys.readouterr().out


def test_the_cluster_is_described_as_ray_wants_it():
    pytest.importorskip("ray")
    yaml = pytest.importorskip("yaml")
    util = pytest.importorskip("ray.autoscaler._private.util")
    config = util.prepare_config(yaml.safe_load((EXAMPLES / "ray_cluster.yaml").read_text()))
    util.validate_config(config)


def test_the_notebook_runs(capsys):
    notebook = json.loads((EXAMPLES / "tour.ipynb").read_text())
    names = {"__name__": "__main__"}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 4
    for cell in cells:
        assert not cell["outputs"], "the notebook is kept without outputs"
        exec(compile("".join(cell["source"]), "tour.ipynb", "exec"), names)
