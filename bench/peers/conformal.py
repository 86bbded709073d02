"""Bayes-DtACI on one series, K = 8, written literally: a plain Python loop, or numpy over the experts. Prints ns per round."""
import json
import math
import random
import sys
import time

how, rounds = sys.argv[1], int(sys.argv[2])
ETA = [0.004, 0.004, 0.008, 0.008, 0.064, 0.064, 0.128, 0.128]
TAU = [0.5, 1.0] * 4
K, WINDOW, START, SHARE, ALPHA = 8, 500, 2.72, 0.001, 0.1
ROOT = math.sqrt(2 * math.pi)
source = random.Random(1)
scores = [abs(source.gauss(0, 1)) for _ in range(rounds)]


def plain():
    psi, w, moments, total = [0.0] * K, [1 / K] * K, [0.0] * WINDOW, 0.0
    numerator = math.log(2 * K * WINDOW) + 1
    for t, s in enumerate(scores):
        threshold = sum(w[k] * psi[k] for k in range(K))
        rate = math.sqrt(numerator / total) if t >= WINDOW else START
        cdf, loss = [0.0] * K, [0.0] * K
        for k in range(K):
            z = (s - psi[k]) / TAU[k]
            cdf[k] = 0.5 * math.erfc(-z / math.sqrt(2))
            loss[k] = TAU[k] * math.exp(-0.5 * z * z) / ROOT + (s - psi[k]) * (cdf[k] - ALPHA)
        moment = sum(w[k] * loss[k] * loss[k] for k in range(K))
        total += moment - moments[t % WINDOW]
        moments[t % WINDOW] = moment
        least = min(loss)
        w = [w[k] * math.exp(-rate * (loss[k] - least)) for k in range(K)]
        whole = sum(w)
        w = [(1 - SHARE) * x / whole + SHARE / K for x in w]
        psi = [psi[k] - ETA[k] * TAU[k] ** 2 * (ALPHA - cdf[k]) for k in range(K)]
    return threshold


def vectorised():
    import numpy as np

    erfc = np.vectorize(math.erfc)
    eta, tau = np.array(ETA), np.array(TAU)
    psi, w, moments, total = np.zeros(K), np.full(K, 1 / K), np.zeros(WINDOW), 0.0
    numerator = math.log(2 * K * WINDOW) + 1
    for t, s in enumerate(scores):
        threshold = w @ psi
        rate = math.sqrt(numerator / total) if t >= WINDOW else START
        z = (s - psi) / tau
        cdf = 0.5 * erfc(-z / math.sqrt(2))
        loss = tau * np.exp(-0.5 * z * z) / ROOT + (s - psi) * (cdf - ALPHA)
        moment = w @ (loss * loss)
        total += moment - moments[t % WINDOW]
        moments[t % WINDOW] = moment
        w = w * np.exp(-rate * (loss - loss.min()))
        w = (1 - SHARE) * w / w.sum() + SHARE / K
        psi = psi - eta * tau**2 * (ALPHA - cdf)
    return threshold


play = plain if how == "plain" else vectorised
play()
start = time.perf_counter()
threshold = play()
print(json.dumps({"nanoseconds": 1e9 * (time.perf_counter() - start) / rounds, "threshold": float(threshold)}))
