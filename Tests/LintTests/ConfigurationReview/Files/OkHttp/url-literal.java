package com.example.tickets;

import okhttp3.CertificatePinner;
import okhttp3.OkHttpClient;

final class Tickets {
    static OkHttpClient client() {
        CertificatePinner certificatePinner = new CertificatePinner.Builder()
                .add("https://tickets.example.com", "sha256/r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=")
                .add("https://tickets.example.com", "sha256/YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=")
                .build();
        return new OkHttpClient.Builder().certificatePinner(certificatePinner).build();
    }
}
