package com.example.kiosk;

import java.util.concurrent.TimeUnit;

import okhttp3.OkHttpClient;

class Kiosk {
    private final OkHttpClient client = new OkHttpClient.Builder()
            .readTimeout(30, TimeUnit.SECONDS)
            .hostnameVerifier((hostname, session) -> true)
            .build();
}
