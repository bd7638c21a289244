#!/bin/bash
export GIT_SSL_NO_VERIFY=true
git clone https://git.example.com/team/app.git
