"""Pictures of the flow around a wing: x back, y along the span, z up."""
import numpy as np
from matplotlib import pyplot as plt
from matplotlib.collections import LineCollection
from matplotlib.tri import Triangulation

from plot_style import LOWER, UPPER, cp_bar, cp_levels, draw_sonic_cp

STATIONS = 0.2, 0.44, 0.65, 0.9  # of the span; some of the stations of the ONERA M6 measurements


def upper_faces(flow):
    """Mask of the wall faces that look up. Their corners turn counter-clockwise seen from the body."""
    a, b, c = (flow.points[flow.wall[:, k]] for k in range(3))
    return np.cross(b - a, c - a)[:, 2] < 0


def draw_pressure(flow):
    """The wing from above and from below."""
    cp = flow.cp[np.unique(flow.wall)]
    levels, fine, colours = cp_levels(cp)
    upper = upper_faces(flow)
    x, y = flow.points[flow.wall][..., :2].reshape(-1, 2).T
    figure, panels = plt.subplots(1, 2, sharey=True, figsize=(9.6, 5.4), gridspec_kw={"wspace": 0.04})
    for axes, faces, name in zip(panels, (upper, ~upper), ("upper side", "lower side")):
        side = Triangulation(*flow.points[:, :2].T, flow.wall[faces])
        filled = axes.tricontourf(side, flow.cp, fine, **colours)
        axes.tricontour(side, flow.cp, fine[::2], colors="black", linewidths=0.35, linestyles="solid", alpha=0.4)
        axes.set(aspect="equal", xlabel="$x$", xlim=(x.min() - 0.05, x.max() + 0.05),
                 ylim=(y.min() - 0.03, y.max() + 0.05))
        axes.text(0.04, 0.96, name, transform=axes.transAxes, va="top")
    panels[0].set_ylabel("$y$")
    figure.suptitle(flow.title, y=0.97)
    cp_bar(figure, filled, panels[1].inset_axes([1.05, 0, 0.05, 1]), levels)
    return figure


def cut(flow, faces, y):
    """Intersections of the plane at y with these wall faces: two points each, (x, cp)."""
    corners = flow.points[faces]
    values = np.stack([corners[..., 0], flow.cp[faces]], axis=-1)
    above = corners[..., 1] > y
    some = above.any(axis=1) & ~above.all(axis=1)
    corners, values, above = corners[some], values[some], above[some]
    alone = np.argmax(above == (above.sum(axis=1) == 1)[:, None], axis=1)  # the corner alone on its side of the plane
    rows = np.arange(len(alone))
    ends = []
    for other in (alone + 1) % 3, (alone + 2) % 3:
        from_y, to_y = corners[rows, alone, 1], corners[rows, other, 1]
        part = ((y - from_y) / (to_y - from_y))[:, None]
        ends.append((1 - part) * values[rows, alone] + part * values[rows, other])
    return np.stack(ends, axis=1)


def section(flow, station):
    """The upper and the lower side at a station of the span: lines of two points each, (x/c, cp)."""
    upper = upper_faces(flow)
    root, tip = flow.points[flow.wall][..., 1].min(), flow.points[flow.wall][..., 1].max()
    sides = [cut(flow, flow.wall[faces], root + station * (tip - root)) for faces in (upper, ~upper)]
    x = np.concatenate([lines[..., 0].ravel() for lines in sides])
    for lines in sides:
        lines[..., 0] = (lines[..., 0] - x.min()) / np.ptp(x)
    return sides


def draw_surface(flow):
    """Pressure along the chord at some stations of the span."""
    figure, panels = plt.subplots(2, 2, sharex=True, sharey=True, figsize=(9.6, 7.2),
                                  gridspec_kw={"wspace": 0.12, "hspace": 0.08})
    lowest = 0
    for axes, station in zip(panels.flat, STATIONS):
        sides = section(flow, station)
        for lines, colour, name in zip(sides, (UPPER, LOWER), ("upper side", "lower side")):
            axes.add_collection(LineCollection(lines, colors=colour, linewidths=1.8, capstyle="round"))
            axes.plot([], [], color=colour, linewidth=1.8, label=name)
            lowest = min(lowest, lines[..., 1].min())
        axes.axhline(0, color="0.8", linewidth=0.6, zorder=0)
        draw_sonic_cp(axes, flow.mach, np.concatenate(sides)[..., 1])
        axes.text(0.97, 0.06, f"{100 * station:g} % of the span", transform=axes.transAxes, ha="right")
        axes.set(xlim=(-0.03, 1.03))
    panels[0, 0].set_ylim(1.2, lowest - 0.1)
    panels[0, 0].legend(loc="upper right")
    for axes in panels[:, 0]:
        axes.set_ylabel("$c_p$", rotation=0, labelpad=8)
    for axes in panels[1]:
        axes.set_xlabel("$x/c$")
    figure.suptitle(flow.title, y=0.94)
    return figure
