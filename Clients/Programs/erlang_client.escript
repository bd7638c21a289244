#!/usr/bin/env escript
%% A client on Erlang's httpc: erlang_client.escript URL CA.

main([URL, CA]) ->
    {ok, _} = application:ensure_all_started(inets),
    {ok, _} = application:ensure_all_started(ssl),
    logger:set_primary_config(level, none),
    Settings = [
        {verify, verify_peer},
        {cacertfile, CA},
        {customize_hostname_check, [
            {match_fun, public_key:pkix_verify_hostname_match_fun(https)}
        ]}
    ],
    case httpc:request(get, {URL, []}, [{ssl, Settings}, {timeout, 4000}], []) of
        {ok, {{_, 200, _}, _, _}} -> halt(0);
        {ok, {{_, Status, _}, _, _}} -> fail("status ~p~n", [Status]);
        {error, Reason} -> fail("~p~n", [Reason])
    end;
main(_) ->
    io:format(standard_error, "usage: erlang_client.escript URL CA~n", []),
    halt(2).

fail(Format, Values) ->
    io:format(standard_error, Format, Values),
    halt(1).
