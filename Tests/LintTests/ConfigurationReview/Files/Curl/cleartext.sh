#!/bin/bash
curl -sSf -u "$USER:$PASSWORD" http://artifacts.example.com/repository/app.jar -o app.jar
