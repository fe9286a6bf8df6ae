"""Moments of a truncated normal distribution, exact in the far tails: the v and w of TrueSkill.

With X standard normal,

    moments_above(x)           X restricted to (-x, inf): a win
    moments_between(t, margin) X restricted to (-margin - t, margin - t): a tie

give v = E[X], the mean that X gains by being cut off, and Var[X] = 1 - w, the variance that is left (Herbrich, Minka,
Graepel 2006, table 1, where x = t - margin). It is not w that they give, since updates divide by what is left: where
that is little, w is so near to 1 that a double holds few digits of the difference.

The textbook quotients of density and probability cancel to nothing beyond a few standard deviations and divide 0 by 0
beyond 38. Here every case has a form without cancellation. Relative errors are below 1e-12 in v and 1e-11 in Var[X].
"""

from __future__ import annotations

from math import erfc, exp, expm1, pi, sqrt

# Beyond this many standard deviations the continued fraction converges in a few dozen terms.
_TAIL = 5.0
_INVERSE_SQRT2 = 1.0 / sqrt(2.0)
_DENSITY_AT_0 = 1.0 / sqrt(2.0 * pi)
_HAZARD_AT_0 = sqrt(2.0 / pi)
# The variance of a cut that leaves a point, so that it can be divided by.
_LEAST_VARIANCE = 1e-200
# Nodes and weights of Gauss-Legendre quadrature with ten points, positive half (Abramowitz & Stegun, table 25.4).
_NODES = (
    (0.1488743389816312, 0.2955242247147529),
    (0.4333953941292472, 0.2692667193099963),
    (0.6794095682990244, 0.2190863625159820),
    (0.8650633666889845, 0.1494513491505806),
    (0.9739065285171717, 0.0666713443086881),
)


def density(x: float) -> float:
    """The standard normal density; 0.0 where it is below the least double."""
    return _DENSITY_AT_0 * exp(-0.5 * x * x)


def probability_below(x: float) -> float:
    """The standard normal distribution function, to full relative precision in the lower tail."""
    return 0.5 * erfc(-x * _INVERSE_SQRT2)


def probability_between(t: float, margin: float) -> float:
    """P(-margin - t < X < margin - t), margin >= 0, to full relative precision down to the least double."""
    near, width = abs(t) - margin, 2.0 * margin
    if _is_narrow(near, width):
        return density(t) * margin * _quadrature(abs(t), width)[0]
    return _mass(near, near + width)


def _tail(z: float) -> tuple[float, float]:
    """X restricted to (z, inf) for z >= 5: how far its mean lies beyond z, and its variance.

    The mean is z + d with Laplace's continued fraction d = 1/(z + 2/f), f = z + 3/(z + 4/(z + ...)) (Abramowitz &
    Stegun 26.2.14), evaluated from its end. So 1 - z d = 2 d / f, and Var[X] = 1 - d (z + d) = d (2/f - d).
    """
    terms = 40 if z < 8.0 else 24 if z < 15.0 else 12
    f = z
    for k in range(terms, 2, -1):
        f = z + k / f
    slope = 2.0 / f
    beyond = 1.0 / (z + slope)
    return beyond, beyond * (slope - beyond)


def moments_above(x: float) -> tuple[float, float]:
    """Mean and variance of X restricted to (-x, inf). The mean is >= 0 and falls with x; 0 < variance <= 1."""
    if x <= -_TAIL:
        beyond, variance = _tail(-x)
        return beyond - x, variance if variance > _LEAST_VARIANCE else _LEAST_VARIANCE
    v = _HAZARD_AT_0 * exp(-0.5 * x * x) / erfc(-x * _INVERSE_SQRT2)
    return v, 1.0 - v * (v + x)


def moments_between(t: float, margin: float) -> tuple[float, float]:
    """Mean and variance of X restricted to (-margin - t, margin - t), margin >= 0.

    The mean has the sign of -t; 0 < variance <= 1.
    """
    near, width = abs(t) - margin, 2.0 * margin
    if _is_narrow(near, width):
        v, variance = _narrow(abs(t), width)
    elif near > _TAIL:
        v, variance = _far(near, width)
    else:
        v, variance = _wide(near, near + width)
    return (-v if t > 0 else v), min(max(variance, _LEAST_VARIANCE), 1.0)


def _is_narrow(near: float, width: float) -> bool:
    """Whether the density changes little over the cut (near, near + width)."""
    return width * (near + width) < 1.0


def _quadrature(centre: float, width: float) -> tuple[float, float, float]:
    """Integrals of 1, y and y^2 times density(centre + y) / density(centre) over |y| < width/2, divided by width/2."""
    mass = first = second = 0.0
    for node, weight in _NODES:
        y = 0.5 * width * node
        # the density at centre + y and at its mirror image, in one pass over the symmetric nodes
        right = weight * exp(-y * (centre + 0.5 * y))
        left = weight * exp(y * (centre - 0.5 * y))
        mass += right + left
        first += y * (right - left)
        second += y * y * (right + left)
    return mass, first, second


def _narrow(centre: float, width: float) -> tuple[float, float]:
    """The cut (centre - width/2, centre + width/2) where the density changes little over it: by quadrature."""
    mass, first, second = _quadrature(centre, width)
    shift = first / mass
    return centre + shift, second / mass - shift * shift


def _far(near: float, width: float) -> tuple[float, float]:
    """The cut (near, near + width) with near > 5: from the two tails that it is the difference of."""
    far = near + width
    (beyond_near, variance_near), (beyond_far, variance_far) = _tail(near), _tail(far)
    # What the two tails weigh, divided by the density at near.
    weight_near = 1.0 / (near + beyond_near)
    weight_far = exp(-width * (near + 0.5 * width)) / (far + beyond_far)
    mass = weight_near - weight_far
    # First and second moment around near.
    beyond = beyond_far + width
    shift = (weight_near * beyond_near - weight_far * beyond) / mass
    square_near, square_far = variance_near + beyond_near * beyond_near, variance_far + beyond * beyond
    return near + shift, (weight_near * square_near - weight_far * square_far) / mass - shift * shift


def _mass(near: float, far: float) -> float:
    """P(near < X < far), near > -far, where the density changes much in between: the ends' tails hardly cancel."""
    if near <= 0.0:
        return 1.0 - probability_below(near) - probability_below(-far)
    return probability_below(-near) - probability_below(-far)


def _wide(near: float, far: float) -> tuple[float, float]:
    """The cut (near, far) that holds a good part of the mass: the textbook quotients."""
    mass = _mass(near, far)
    v = density(near) * -expm1(0.5 * (near - far) * (near + far)) / mass
    return v, 1.0 - v * v - (far * density(far) - near * density(near)) / mass
