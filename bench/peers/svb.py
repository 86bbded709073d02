"""SVB-EA in numpy, vectorised over the K experts: K = 8, d = 54, hinge loss. Prints microseconds per round."""
import json
import sys
import time

import numpy as np
from scipy.special import ndtr

rounds = int(sys.argv[1])
K, d = 8, 54
rng = np.random.default_rng(1)
X = rng.standard_normal((rounds, d))
Y = np.where(X[:, 0] - X[:, 1] + rng.standard_normal(rounds) > 0, 1.0, -1.0)
G = 1e-4 * 2.0 ** np.arange(K)
ROOT = np.sqrt(2 * np.pi)


def play():
    m = np.zeros((K, d))
    sigma = np.ones((K, d))
    w = np.full(K, 1 / K)
    moments = []
    for t in range(1, rounds + 1):
        x, y = X[t - 1], Y[t - 1]
        square = x * x
        u = m @ x
        v = (sigma * sigma) @ square
        s = np.sqrt(v)
        a = 1 - y * u
        c = a / s
        cdf = ndtr(c)
        pdf = np.exp(-0.5 * c * c) / ROOT
        loss = a * cdf + s * pdf
        gamma = np.sqrt(np.log(100 * K) / sum(moments[-100:])) if t > 100 else 1.0
        moments.append(w @ (loss * loss))
        w = w * np.exp(-gamma * (loss - loss.min()))
        w = 0.999 * w / w.sum() + 0.001 / K
        step = G / np.sqrt(t)
        z = (step * pdf / (2 * s))[:, None] * square
        m += (step * y * cdf)[:, None] * x
        sigma *= np.sqrt(1 + z * z) - z


play()
start = time.perf_counter()
play()
print(json.dumps({"microseconds": 1e6 * (time.perf_counter() - start) / rounds}))
