#!/bin/sh
curl -f --pinnedpubkey "sha256//r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=; sha256//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=" \
    https://api.example.com/v1/time
