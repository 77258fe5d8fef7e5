"""Common style of the flow pictures: fonts, colours, levels."""
import numpy as np
from matplotlib.colors import TwoSlopeNorm
from matplotlib.ticker import MaxNLocator

HEAT_RATIO = 1.4
UPPER, LOWER, BODY = "#b2182b", "#2166ac", "#30343b"
STYLE = {
    "font.family": "STIXGeneral",
    "mathtext.fontset": "stix",
    "font.size": 13,
    "axes.linewidth": 0.8,
    "xtick.direction": "in",
    "ytick.direction": "in",
    "xtick.major.pad": 7,
    "ytick.major.pad": 6,
    "legend.frameon": False,
    "savefig.dpi": 200,
    "savefig.bbox": "tight",
}


def cp_levels(cp):
    """Levels for a colour bar, finer levels for the colours, and the mapping from values to colours."""
    steps = MaxNLocator(12, steps=[1, 2, 2.5, 5, 10], min_n_ticks=6)
    levels = steps.tick_values(min(cp.min(), -1e-3), max(cp.max(), 1e-3))  # 0, the free stream, within
    fine = np.linspace(levels[0], levels[-1], 8 * (len(levels) - 1) + 1)
    return levels, fine, dict(cmap="RdBu_r", norm=TwoSlopeNorm(0, levels[0], levels[-1]))


def cp_bar(figure, filled, place, levels):
    bar = figure.colorbar(filled, cax=place, ticks=levels)
    bar.outline.set_linewidth(0.8)
    bar.ax.tick_params(length=0)
    bar.ax.set_title("$c_p$", pad=10)


def sonic_cp(mach):
    """The pressure coefficient at which the flow is as fast as sound (isentropic)."""
    if not 0 < mach < 1:
        return None
    ratio = (2 + (HEAT_RATIO - 1) * mach**2) / (HEAT_RATIO + 1)
    return 2 / (HEAT_RATIO * mach**2) * (ratio**(HEAT_RATIO / (HEAT_RATIO - 1)) - 1)


def draw_sonic_cp(axes, mach, cp):
    """A line where the flow on a surface with these coefficients becomes as fast as sound."""
    sonic = sonic_cp(mach)
    if sonic is None or cp.min() >= sonic:
        return
    axes.axhline(sonic, color="0.35", linewidth=0.9, linestyle="dashed")
    axes.annotate("$c_p^*$", (1, sonic), (5, 0), xycoords=("axes fraction", "data"),
                  textcoords="offset points", va="center", color="0.35")
