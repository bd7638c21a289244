#!/usr/bin/env escript
%% A server on Erlang's ssl that requires a client certificate:
%% erlang_server.escript PORT CERT KEY CA.
%%
%% It answers each request with the user that the certificate names and the request's path.
-mode(compile).

main([Port, Certificate, Key, CA]) ->
    {ok, _} = application:ensure_all_started(ssl),
    {ok, Listener} = ssl:listen(list_to_integer(Port), [
        binary, {ip, {127, 0, 0, 1}}, {active, false}, {reuseaddr, true}, {packet, http_bin},
        {certfile, Certificate}, {keyfile, Key}, {cacertfile, CA},
        {verify, verify_peer}, {fail_if_no_peer_cert, true}, {depth, 10}, {log_level, none}
    ]),
    accept(Listener).

accept(Listener) ->
    {ok, Transport} = ssl:transport_accept(Listener),
    Worker = spawn(fun() -> receive go -> serve(ssl:handshake(Transport)) end end),
    ok = ssl:controlling_process(Transport, Worker),
    Worker ! go,
    accept(Listener).

serve({error, Reason}) ->
    io:format(standard_error, "refused: ~0p~n", [Reason]);
serve({ok, Socket}) ->
    case ssl:recv(Socket, 0) of
        {ok, {http_request, _, {abs_path, Path}, _}} ->
            Body = io_lib:format("user=~ts path=~ts~n", [user(Socket), Path]),
            Answer = unicode:characters_to_binary(["HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", Body]),
            ssl:send(Socket, Answer);
        Other ->
            io:format(standard_error, "no request: ~p~n", [Other])
    end,
    ssl:close(Socket).

user(Socket) ->
    {ok, Encoded} = ssl:peercert(Socket),
    %% The elements are those of the record OTPCertificate.
    TBS = element(2, public_key:pkix_decode_cert(Encoded, otp)),
    {rdnSequence, Names} = element(7, TBS),
    Values = [Value || {'AttributeTypeAndValue', {2, 5, 4, 3}, Value} <- lists:append(Names)],
    case Values of
        [{_, Text} | _] -> Text;
        [Text | _] -> Text;
        [] -> ""
    end.
