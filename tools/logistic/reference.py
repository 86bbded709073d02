"""Integrals of softplus(w) = log(1 + exp(w)) for w ~ N(a, v) with 40 digits, by mpmath 1.3.

    python3 tools/logistic/reference.py 60 > packages/core/test/fixtures/logistic.json

A row is a, v, rate, E softplus, E sigmoid, E sigmoid' / 2, -log E exp(-rate softplus) / rate.
"""

import json
import random
import sys

import mpmath as mp

mp.mp.dps = 40
OFFSETS = [0.5, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 14]


def softplus(w):
    return mp.log1p(mp.exp(w)) if w < 0 else w + mp.log1p(mp.exp(-w))


def mode(a, v, rate):
    lower, upper = min(a - rate * v, a) - 1, max(a, 0) + 1
    for _ in range(400):
        middle = (lower + upper) / 2
        if (middle - a) / v + rate / (1 + mp.exp(-middle)) > 0:
            upper = middle
        else:
            lower = middle
    return lower


def row(a, v, rate):
    a, v, rate = mp.mpf(a), mp.mpf(v), mp.mpf(rate)
    s, top = mp.sqrt(v), mode(a, v, rate)
    share = 1 / (1 + mp.exp(-top))
    scales = [(a, s), (a + v, s), (a - rate * v, s), (top, 1 / mp.sqrt(1 / v + rate * share * (1 - share)))]
    scales += [(mp.mpf(0), mp.mpf(3)), (-mp.log(rate), mp.mpf(3)), (mp.mpf(0), 1 / rate)]
    ends = sorted({m + sign * k * scale for m, scale in scales for k in [0, *OFFSETS] for sign in (-1, 1)})

    def expect(f):
        density = lambda w: mp.exp(-((w - a) ** 2) / (2 * v)) / (s * mp.sqrt(2 * mp.pi))
        return mp.quad(lambda w: f(w) * density(w), ends, maxdegree=10)

    lost = expect(lambda w: -mp.expm1(-rate * softplus(w)))
    log = mp.log1p(-lost) if lost < 0.9 else mp.log(expect(lambda w: mp.exp(-rate * softplus(w))))
    slope = expect(lambda w: 1 / (1 + mp.exp(-w)))
    bend = expect(lambda w: 1 / (2 + mp.exp(w) + mp.exp(-w)))
    return [float(x) for x in (a, v, rate, expect(softplus), slope, bend / 2, -log / rate)]


def draw():
    v = 10 ** random.uniform(-8, 8)
    s = v**0.5
    places = [random.gauss(0, 1) * s, random.gauss(0, 3), random.gauss(0, 30)]
    places += [random.gauss(0, 1) * v if v < 1e3 else 0.0, 5 * s * random.gauss(0, 1)]
    return random.choice(places), v, 10 ** random.uniform(-6, 6) if random.random() < 0.7 else 1.0


random.seed(3)
rows = [row(*draw()) for _ in range(int(sys.argv[1]))]
print("[\n" + ",\n".join("  " + json.dumps(r) for r in rows) + "\n]")
