#!/usr/bin/env bash
args=(--silent --show-error -k)
args+=(--header "Accept: application/json")

curl "${args[@]}" https://inventory.example.com/hosts
