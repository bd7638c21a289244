#!/bin/bash
curl --tlsv1.0 --ciphers 'DEFAULT@SECLEVEL=0' https://legacy.example.com/feed.xml
