# A server on Ruby's WEBrick that requires a client certificate: webrick.rb PORT CERT KEY CA [CRLS].
#
# It answers each request with the common name of the certificate and the request's path, and logs
# why it refuses a client.
require "webrick"
require "webrick/https"

def certificates(path)
  File.read(path).scan(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/m)
      .map { |text| OpenSSL::X509::Certificate.new(text) }
end

port, certificate, key, ca, crls = ARGV
store = OpenSSL::X509::Store.new
certificates(ca).each { |anchor| store.add_cert(anchor) }
if crls
  File.read(crls).scan(/-----BEGIN X509 CRL-----.*?-----END X509 CRL-----/m)
      .each { |text| store.add_crl(OpenSSL::X509::CRL.new(text)) }
  store.flags = OpenSSL::X509::V_FLAG_CRL_CHECK | OpenSSL::X509::V_FLAG_CRL_CHECK_ALL
end
own, *others = certificates(certificate)
server = WEBrick::HTTPServer.new(
  BindAddress: "127.0.0.1", Port: port.to_i, AccessLog: [],
  Logger: WEBrick::Log.new($stderr, WEBrick::Log::DEBUG),
  SSLEnable: true, SSLCertificate: own, SSLExtraChainCert: others,
  SSLPrivateKey: OpenSSL::PKey.read(File.read(key)), SSLCertificateStore: store,
  SSLVerifyClient: OpenSSL::SSL::VERIFY_PEER | OpenSSL::SSL::VERIFY_FAIL_IF_NO_PEER_CERT,
  SSLVerifyDepth: 10
)
server.mount_proc("/") do |request, response|
  name = request.client_cert&.subject&.to_a&.reverse&.find { |part| part[0] == "CN" }
  response.body = "user=#{name && name[1]} path=#{request.path}\n"
end
server.start
