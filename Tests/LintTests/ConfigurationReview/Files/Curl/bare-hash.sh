#!/bin/sh
PIN="r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E="
curl --fail --pinnedpubkey "$PIN" https://api.example.com/v1/time
