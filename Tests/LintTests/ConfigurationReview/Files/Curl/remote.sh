#!/bin/bash
# Starts the rollout on the jump host.
ssh deploy@jump.example.com "curl -k -X POST https://rollout.example.com/start"
