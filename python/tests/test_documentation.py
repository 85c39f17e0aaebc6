"""The programs of the documentation, and what an editor shows of it."""

import doctest
import importlib
import inspect
import pathlib

import pytest

import papilio
from papilio import _papilio

MODULES = [papilio, *(importlib.import_module(f"papilio.{name}") for name in ("bfv", "bgv", "ckks", "field", "hntt", "ntt", "r1cs"))]
NATIVE = [_papilio, *(value for value in vars(_papilio).values() if inspect.ismodule(value))]
PAGES = [pathlib.Path(__file__).parents[1] / "README.md"]


def run(tests):
    runner = doctest.DocTestRunner()
    for test in tests:
        runner.run(test)
    assert runner.failures == 0
    return runner.tries


def test_the_programs_of_modules_run():
    finder = doctest.DocTestFinder()
    assert run(test for module in MODULES for test in finder.find(module)) > 5


def test_the_programs_of_native_classes_run():
    finder = doctest.DocTestFinder()
    found = [finder.find(value, name, module=False, globs={}) for module in NATIVE for name, value in vars(module).items()]
    assert run(test for tests in found for test in tests) > 20


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_programs_of_pages_run(page):
    test = doctest.DocTestParser().get_doctest(page.read_text(), {}, page.name, str(page), 0)
    assert run([test]) > 5


def test_everything_public_is_documented():
    for module in MODULES:
        for name in module.__all__:
            value = getattr(module, name)
            assert inspect.getdoc(value) or not callable(value), f"{module.__name__}.{name}"
            for member, of in vars(value).items() if inspect.isclass(value) else []:
                hidden = member.startswith("_") or member in ("__doc__", "__module__")
                assert hidden or inspect.getdoc(of), f"{module.__name__}.{name}.{member}"
