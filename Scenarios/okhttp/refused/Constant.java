CertificatePinner pinner = new CertificatePinner.Builder()
    .add(HOST, "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
    .build();
