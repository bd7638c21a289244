#!/usr/bin/env escript
%% A client on Erlang's httpc: erlang_client.escript URL CA, or erlang_client.escript as a worker.
%%
%% The worker reads each case as one line of JSON on standard input and writes one line to standard
%% output: {"accepted": true}, or {"accepted": false, "says": "..."} with the library's error text. Both
%% applications restart for each case, so no connection, session or file outlives it.

main([URL, CA]) ->
    logger:set_primary_config(level, none),
    case get(URL, CA) of
        accepted -> halt(0);
        {refused, Words} -> io:format(standard_error, "~s~n", [Words]), halt(1)
    end;
main([]) ->
    logger:set_primary_config(level, none),
    ok = io:setopts([{encoding, unicode}]),
    answer_cases();
main(_) ->
    io:format(standard_error, "usage: erlang_client.escript [URL CA]~n", []),
    halt(2).

get(URL, CA) ->
    {ok, _} = application:ensure_all_started(inets),
    {ok, _} = application:ensure_all_started(ssl),
    Settings = [
        {verify, verify_peer},
        {cacertfile, CA},
        {customize_hostname_check, [
            {match_fun, public_key:pkix_verify_hostname_match_fun(https)}
        ]}
    ],
    case httpc:request(get, {URL, []}, [{ssl, Settings}, {timeout, infinity}], []) of
        {ok, {{_, 200, _}, _, _}} -> accepted;
        {ok, {{_, Status, _}, _, _}} -> refused("status ~p", [Status]);
        {error, Reason} -> refused("~0p", [Reason])
    end.

refused(Format, Values) -> {refused, lists:flatten(io_lib:format(Format, Values))}.

answer_cases() ->
    case io:get_line("") of
        eof ->
            halt(0);
        Line ->
            case get(member("url", Line), member("ca", Line)) of
                accepted -> io:format("{\"accepted\": true}~n");
                {refused, Words} ->
                    io:format("{\"accepted\": false, \"says\": \"~ts\"}~n", [escaped(Words)])
            end,
            [ok = application:stop(Application) || Application <- [inets, ssl]],
            answer_cases()
    end.

%% Returns the string value of a member of a flat object.
member(Name, Line) ->
    {match, [Text]} = re:run(
        Line, "\"" ++ Name ++ "\"\\s*:\\s*\"([^\"]*)\"", [unicode, {capture, all_but_first, list}]
    ),
    lists:flatten(string:replace(Text, "\\/", "/", all)).

%% The text has no control characters: ~0p writes them as escapes.
escaped(Words) -> re:replace(Words, "[\\\\\"]", "\\\\&", [unicode, global, {return, list}]).
