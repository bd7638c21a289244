#!/bin/sh
# Sends the night's figures; the key is pinned, and a spare one beside it.
PINS='sha256//r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=;sha256//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg='

exec curl --fail --max-redirs 0 --pinnedpubkey "$PINS" \
    --header "Authorization: Bearer $(cat /run/secrets/token)" \
    --data @/var/lib/figures/today.json \
    https://figures.example.com/v1/upload
