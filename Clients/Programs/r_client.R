# A client on R's curl package: r_client.R URL CA.
words <- commandArgs(trailingOnly = TRUE)
if (length(words) != 2) {
  message("usage: r_client.R URL CA")
  quit(status = 2)
}
handle <- curl::new_handle(cainfo = words[2], timeout = 3600)
answer <- tryCatch(curl::curl_fetch_memory(words[1], handle), error = function(fault) {
  message(conditionMessage(fault))
  quit(status = 1)
})
quit(status = if (answer$status_code == 200) 0 else 1)
