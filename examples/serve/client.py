"""Forecast, then send the outcome: credence serve from Python, with nothing but the standard library.

    npx credence serve &
    python3 examples/serve/client.py
"""

import json
import math
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

URL = os.environ.get("CREDENCE_URL", "http://localhost:8710")
TOKEN = os.environ.get("CREDENCE_TOKEN")


def call(method, path, body=None, event=None):
    """One request, sent again while the service is busy or away. The event's name makes a repeat harmless."""
    headers = {"content-type": "application/json"}
    if TOKEN:
        headers["authorization"] = f"Bearer {TOKEN}"
    if event:
        headers["idempotency-key"] = event
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(8):
        request = urllib.request.Request(URL + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):
                raise SystemExit(f"{error.code}: {json.load(error).get('detail')}")
            time.sleep(float(error.headers.get("retry-after", 1)))
        except (urllib.error.URLError, TimeoutError):
            time.sleep(0.1 * 2**attempt)
    raise SystemExit("the service does not answer")


def at(model, key, verb):
    return f"/models/{model}/keys/{urllib.parse.quote(key, safe='')}/{verb}"


call(
    "PUT",
    "/models/demand",
    {
        "task": "regression",
        "features": ["temperature", "weekend"],
        "experts": [{"kind": "conjugate", "noise": [0.5, 1, 2], "priorVariance": [0.1, 1, 10]}],
        "loss": "log-density",
    },
)

run = uuid.uuid4().hex[:8]
covered = 0
for day in range(60):
    row = {"temperature": 10 + 8 * math.sin(day / 9), "weekend": int(day % 7 > 4)}
    forecast = call("POST", at("demand", "store 17", "predict"), {"id": f"{run}/{day}", "input": row})
    sold = 3 + 0.4 * row["temperature"] + 2 * row["weekend"] + 0.5 * math.cos(day * day)
    outcome = call("POST", at("demand", "store 17", "learn"), {"id": f"{run}/{day}", "y": sold})
    covered += outcome["covered"]
print(f"day 60: {forecast['lower']:.2f} … {forecast['upper']:.2f}, and {sold:.2f} came; {covered} of 60 inside")
