val client = OkHttpClient.Builder()
    .certificatePinner(
        CertificatePinner.Builder()
            // One label in front, no more and no less.
            .add("*.one.test", "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
            // The domain and all that is below.
            .add("**.any.test", "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
            .add("exact.test", "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
            .build()
    )
    .build()
