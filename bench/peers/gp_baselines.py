"""Sliding-window Gaussian processes in numpy, two ways, timed round by round.

Reads one JSON object a line from standard input and answers each with one:
  {"window": W, "bandwidths": [...], "noises": [...], "dimension": d}       starts afresh
  {"engine": "literal" | "tuned", "clock": "wall" | "cpu", "x": [[...]], "y": [...]}   runs these rounds
"""

import json
import sys
import time

import numpy as np
from scipy.linalg.blas import dsymv, dsyr


class Literal:
    """The paper's appendix as written: per expert the explicit inverse, cut and bordered every round."""

    def __init__(self, window, bandwidths, noises, dimension):
        self.window = window
        self.experts = [
            {"a2": a * a, "s2": s * s, "X": np.zeros((0, dimension)), "y": np.zeros(0), "Q": np.zeros((0, 0))}
            for a in bandwidths
            for s in noises
        ]

    def step(self, x, y):
        return [self.one(expert, x, y) for expert in self.experts]

    def one(self, e, x, y):
        k = np.exp(-e["a2"] * ((e["X"] - x) ** 2).sum(axis=1))
        h = e["Q"] @ k
        mean = h @ e["y"]
        variance = 1 - k @ h
        Q, X, Y = e["Q"], e["X"], e["y"]
        if len(Y) == self.window:
            q = Q[1:, 0]
            Q = Q[1:, 1:] - np.outer(q, q) / Q[0, 0]
            X, Y = X[1:], Y[1:]
        u = np.exp(-e["a2"] * ((X - x) ** 2).sum(axis=1))
        h = Q @ u
        schur = 1 + e["s2"] - u @ h
        n = len(Y)
        grown = np.empty((n + 1, n + 1))
        grown[:n, :n] = Q + np.outer(h, h) / schur
        grown[:n, n] = grown[n, :n] = -h / schur
        grown[n, n] = 1 / schur
        e["Q"], e["X"], e["y"] = grown, np.vstack([X, x]), np.append(Y, y)
        return mean, variance


class Tuned:
    """The same recursion as numpy can do it best: distances shared, points in ring slots, the inverse in place."""

    def __init__(self, window, bandwidths, noises, dimension):
        self.window, self.t = window, 0
        self.a2, self.s2 = np.square(bandwidths), np.square(noises)
        self.X, self.y = np.zeros((window, dimension)), np.zeros(window)
        self.Q = [[np.zeros((window, window), order="F") for _ in noises] for _ in bandwidths]

    def step(self, x, y):
        window, slot, n = self.window, self.t % self.window, min(self.t, self.window)
        difference = self.X - x
        distance = np.einsum("ij,ij->i", difference, difference)
        out = []
        for a2, row in zip(self.a2, self.Q):
            k = np.exp(-a2 * distance)
            k[n:] = 0
            for s2, Q in zip(self.s2, row):
                g = dsymv(1.0, Q, k, lower=1)
                variance = 1 - k @ g
                out.append((g @ self.y, variance))
                schur = variance + s2
                if n == window:
                    q = np.concatenate([Q[slot, :slot], Q[slot:, slot]])
                    c = g[slot] / q[slot]
                    schur += g[slot] * c
                    g -= c * q
                    dsyr(-1 / q[slot], q, a=Q, lower=1, overwrite_a=1)
                g[slot] = -1
                dsyr(1 / schur, g, a=Q, lower=1, overwrite_a=1)
        self.X[slot], self.y[slot] = x, y
        self.t += 1
        return out


def main():
    engines = {}
    for line in sys.stdin:
        ask = json.loads(line)
        if "window" in ask:
            settings = ask["window"], ask["bandwidths"], ask["noises"], ask["dimension"]
            engines = {"literal": Literal(*settings), "tuned": Tuned(*settings)}
            print(json.dumps({"ready": True}), flush=True)
            continue
        clock = time.thread_time if ask.get("clock") == "cpu" else time.perf_counter
        engine, times, beliefs = engines[ask["engine"]], [], None
        for x, y in zip(np.array(ask["x"]), ask["y"]):
            start = clock()
            beliefs = engine.step(x, y)
            times.append(1e6 * (clock() - start))
        print(json.dumps({"times": times, "mean": [float(m) for m, _ in beliefs]}), flush=True)


if __name__ == "__main__":
    main()
