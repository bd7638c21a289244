module example.com/fetching

go 1.19

require hatpin/hatpintest v0.0.0

replace hatpin/hatpintest => ../
