# A client on Ruby's Net::HTTP: ruby_client.rb URL CA [--certificate FILE --key FILE].
require "net/http"
require "openssl"

url, ca, *options = ARGV
options = Hash[*options] if options.length.even?
unless ca && options.is_a?(Hash) && (options.keys - %w[--certificate --key]).empty?
  warn "usage: ruby_client.rb URL CA [--certificate FILE --key FILE]"
  exit 2
end

uri = URI(url)
client = Net::HTTP.new(uri.hostname, uri.port)
client.use_ssl = true
client.ca_file = ca
client.max_retries = 0
client.open_timeout = client.read_timeout = 3600
if options["--certificate"]
  chain = OpenSSL::X509::Certificate.load_file(options["--certificate"])
  client.cert, *client.extra_chain_cert = chain
  client.key = OpenSSL::PKey.read(File.read(options["--key"]))
end

begin
  status = client.get(uri.path).code
rescue StandardError => fault
  warn "#{fault.class}: #{fault.message}"
  exit 1
end
exit(status == "200" ? 0 : 1)
