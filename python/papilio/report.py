"""Reports that notebooks show as a table and a plot, and that are one file of HTML elsewhere."""

from __future__ import annotations

import html
from dataclasses import dataclass

from . import _papilio

__all__ = ["Report"]

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>{title}</title></head>
<body style="font-family: sans-serif; margin: 2em auto; max-width: 60em">
<h1>{title}</h1>
{body}
</body>
</html>
"""


@dataclass(frozen=True)
class Report:
    """Facts by their names, and a bar for each part of what was measured or predicted.

    ``facts``: names and texts. ``bars``: names and values, in ``unit``.
    """

    title: str
    facts: dict[str, str]
    bars: dict[str, float]
    unit: str

    def svg(self) -> str:
        """The bars as SVG."""
        return _papilio.bars(list(self.bars.items()), self.unit)

    def to_html(self) -> str:
        """The report as one file: its plot is in it, and nothing in it is a script."""
        return _PAGE.format(title=html.escape(self.title), body=self._repr_html_())

    def _repr_html_(self) -> str:
        """The table and the plot, for notebooks."""
        rows = "".join(
            f'<tr><th style="text-align: left">{html.escape(name)}</th><td style="text-align: left">{html.escape(text)}</td></tr>'
            for name, text in self.facts.items()
        )
        return f"<table>{rows}</table>\n{self.svg()}"

    def __str__(self) -> str:
        width = max(map(len, self.facts))
        return "\n".join([self.title, *(f"  {name:<{width}}  {text}" for name, text in self.facts.items())])
