#!/bin/bash
API="https://api.example.com"
TOKEN=$(cat ~/.token)

response=$(curl -s -k -H "Authorization: Bearer $TOKEN" "$API/v1/status")
echo "$response" | jq .
