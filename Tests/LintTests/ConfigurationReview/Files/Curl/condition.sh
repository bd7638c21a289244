#!/bin/bash
if curl --output /dev/null --silent --head --fail --insecure "https://www.example.com"; then
    echo up
else
    echo down
fi
