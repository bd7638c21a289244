<?php

use Illuminate\Support\Facades\Http;

$response = Http::withoutVerifying()->get('https://stock.example.com/items');
