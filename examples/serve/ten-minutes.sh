#!/usr/bin/env bash
# A new user's first ten minutes: a server, a model, a forecast, its outcome, the page, a crash, and nothing lost.
# Each job is a group of processes: npx starts the server as a child, and both must die.
set -euom pipefail
credence=${CREDENCE:-npx credence}
port=${PORT:-8710}
data=$(mktemp -d)
url=http://localhost:$port
json='content-type: application/json'

start() {
  $credence serve --data "$data" --port "$port" --log-level warn &
  server=$!
  for _ in $(seq 100); do curl -sf "$url/readyz" >/dev/null && return; sleep 0.1; done
  echo 'the server does not start' >&2
  exit 1
}
trap 'kill -- "-$server" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$data"' EXIT

start
curl -sf -X PUT "$url/models/demand" -H "$json" -d '{
  "task": "regression", "features": ["temperature", "weekend"], "loss": "log-density",
  "experts": [{ "kind": "conjugate", "noise": [0.5, 1, 2], "priorVariance": [0.1, 1, 10] }]
}' >/dev/null
curl -sf "$url/models/demand/keys/store-17/predict" -H "$json" \
  -d '{ "id": "monday", "input": { "temperature": 18.5, "weekend": 0 } }'
echo
learnt=$(curl -sf "$url/models/demand/keys/store-17/learn" -H "$json" -d '{ "id": "monday", "y": 41 }')
echo "$learnt"
curl -sf "$url/" | grep -q '<title>Credence</title>'

kill -9 -- "-$server"
wait "$server" 2>/dev/null || true
! curl -sf "$url/readyz" >/dev/null || { echo 'the server is still there' >&2; exit 1; }
start
again=$(curl -sf "$url/models/demand/keys/store-17/learn" -H "$json" -d '{ "id": "monday", "y": 41 }')
[ "$learnt" = "$again" ] || { echo 'the repeat got another answer' >&2; exit 1; }
curl -sf "$url/models/demand/keys/store-17" | grep -q '"rounds":1'
echo 'killed, started again: nothing lost, nothing learnt twice'
