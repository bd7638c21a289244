# An application for Ruby's web servers, which answers with the user that the client certificate
# names and the request's path.
require 'openssl'

run(lambda do |env|
  given = env['puma.peercert']
  certificate = given.is_a?(String) ? OpenSSL::X509::Certificate.new(given) : given
  name = certificate&.subject&.to_a&.find { |type, _, _| type == 'CN' }
  [200, { 'content-type' => 'text/plain' }, ["user=#{name ? name[1] : ''} path=#{env['PATH_INFO']}\n"]]
end)
