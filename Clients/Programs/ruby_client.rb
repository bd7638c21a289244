# A client on one of Ruby's libraries: ruby_client.rb LIBRARY URL CA [--certificate FILE --key FILE].
require "net/http"
require "openssl"

# Hatpin sets the deadline: a client that gives up first looks like a refusal.
TIMEOUT = 3600

# What a client needs to know: the URL, the file of anchors, and its certificates and key or nil.
Case = Struct.new(:url, :ca, :chain, :key)

def by_net_http(given)
  uri = URI(given.url)
  client = Net::HTTP.new(uri.hostname, uri.port)
  client.use_ssl = true
  client.ca_file = given.ca
  client.max_retries = 0
  client.open_timeout = client.read_timeout = TIMEOUT
  client.cert, *client.extra_chain_cert = given.chain if given.chain
  client.key = given.key if given.key
  client.get(uri.path).code.to_i
end

def by_httpclient(given)
  require "httpclient"
  client = HTTPClient.new
  client.ssl_config.clear_cert_store
  client.ssl_config.set_trust_ca(given.ca)
  client.connect_timeout = client.receive_timeout = TIMEOUT
  client.get(given.url).status
end

def by_typhoeus(given)
  require "typhoeus"
  answer = Typhoeus.get(given.url, cainfo: given.ca, timeout: TIMEOUT)
  raise answer.return_message unless answer.return_code == :ok
  answer.code
end

def by_faraday(given)
  require "faraday"
  Faraday.new(ssl: { ca_file: given.ca }, request: { timeout: TIMEOUT }).get(given.url).status
end

def by_excon(given)
  require "excon"
  Excon.get(given.url, ssl_ca_file: given.ca, connect_timeout: TIMEOUT, read_timeout: TIMEOUT).status
end

def by_rest_client(given)
  require "rest-client"
  RestClient::Request.execute(
    method: :get, url: given.url, ssl_ca_file: given.ca, timeout: TIMEOUT
  ).code
end

def by_http(given)
  require "http"
  settings = OpenSSL::SSL::SSLContext.new
  settings.set_params(ca_file: given.ca)
  HTTP.get(given.url, ssl_context: settings).code
end

def by_httparty(given)
  require "httparty"
  HTTParty.get(given.url, ssl_ca_file: given.ca, timeout: TIMEOUT).code
end

# Binds as the user "cn=TOKEN". The URL is ldaps://HOST:PORT/TOKEN, or begins with ldap: for StartTLS.
def by_ldap(given)
  require "net/ldap"
  uri = URI(given.url)
  token = uri.path[1..]
  method = uri.scheme == "ldaps" ? :simple_tls : :start_tls
  client = Net::LDAP.new(
    host: uri.hostname, port: uri.port, connect_timeout: TIMEOUT,
    encryption: { method: method, tls_options: { ca_file: given.ca } },
    auth: { method: :simple, username: "cn=#{token}", password: token }
  )
  client.bind ? 200 : raise(client.get_operation_result.message)
end

libraries = private_methods(false).grep(/\Aby_/).map { |name| name[3..].tr("_", "-") }
library, url, ca, *options = ARGV
options = Hash[*options] if options.length.even?
unless libraries.include?(library) && ca && options.is_a?(Hash) && (options.keys - %w[--certificate --key]).empty?
  warn "usage: ruby_client.rb #{libraries.join('|')} URL CA [--certificate FILE --key FILE]"
  exit 2
end

given = Case.new(url, ca)
if options["--certificate"]
  given.chain = OpenSSL::X509::Certificate.load_file(options["--certificate"])
  given.key = OpenSSL::PKey.read(File.read(options["--key"]))
end

begin
  status = send("by_#{library.tr('-', '_')}", given)
rescue StandardError => fault
  warn "#{fault.class}: #{fault.message}"
  exit 1
end
exit(status == 200 ? 0 : 1)
