module hatpin/hatpintest

go 1.19
