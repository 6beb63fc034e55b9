"""Charts as SVG: no script, no inline style, coloured by classes, readable in print."""

from tools_app.outputs.charts.data import Chart, RadarData
from tools_app.outputs.charts.drawing import MIDDLE, NARROW, WIDE, Figure, draw, drawing

__all__ = ["MIDDLE", "NARROW", "WIDE", "Chart", "Figure", "RadarData", "draw", "drawing"]
