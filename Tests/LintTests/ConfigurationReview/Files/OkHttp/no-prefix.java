package com.example.mail;

import okhttp3.CertificatePinner;
import okhttp3.OkHttpClient;

class MailClient {
    private static final String PIN = "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=";

    OkHttpClient create() {
        CertificatePinner pinner = new CertificatePinner.Builder()
                .add("mail.example.com", "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=")
                .add("mail.example.com", "sha256/YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=")
                .build();
        return new OkHttpClient.Builder().certificatePinner(pinner).build();
    }
}
