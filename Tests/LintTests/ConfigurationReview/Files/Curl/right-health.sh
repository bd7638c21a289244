#!/bin/bash
# The container's own certificate is for its public name.
for port in 8443 9443; do
    if ! curl -skf "https://localhost:$port/health" >/dev/null; then
        echo "port $port does not answer" >&2
        exit 1
    fi
done
curl -fsS http://127.0.0.1:9200/_cluster/health
