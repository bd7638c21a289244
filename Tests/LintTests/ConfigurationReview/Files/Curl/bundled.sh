#!/bin/sh
set -e
curl -fsSLk https://get.example.com/agent.sh -o /tmp/agent.sh
sh /tmp/agent.sh --quiet
