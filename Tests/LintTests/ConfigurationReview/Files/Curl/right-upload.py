"""Uploads a report with pycurl."""
import io

import certifi
import pycurl


def upload(path: str) -> int:
    curl = pycurl.Curl()
    curl.setopt(pycurl.URL, "https://reports.example.com/upload")
    curl.setopt(pycurl.CAINFO, certifi.where())
    curl.setopt(pycurl.SSL_VERIFYPEER, 1)
    curl.setopt(pycurl.SSL_VERIFYHOST, 2)
    with open(path, "rb") as report:
        curl.setopt(pycurl.READDATA, io.BytesIO(report.read()))
        curl.perform()
    return curl.getinfo(pycurl.RESPONSE_CODE)
