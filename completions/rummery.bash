# rummery.bash - completion of `rummery` for bash: commands, their flags, and the values that are
# words. tests/repo/completions.mjs compares it with what the program says of itself.

_rummery_values() {
    case $1 in
        --speed) echo slow normal fast instant ;;
        --lang) echo de en fr it nl es ;;
        --log) echo error warning info debug ;;
        --store) echo memory sqlite: postgres: ;;
        --from | --to) echo sqlite: postgres: ;;
        --maximize) echo cards value ;;
        --players) echo 2 3 4 ;;
        --jokers) echo 2 4 ;;
        --joker-swap) echo any rack ;;
        --stock-end) echo literal stuck ;;
        --deal) echo 10 13 ;;
        --first) echo lot 0 1 2 3 ;;
        --first-meld) echo 0 13 ;;
        --run-max) echo 7 14 ;;
        --extend-before-own | --rediscard) echo yes no ;;
    esac
}

_rummery_flags() {
    case $1 in
        serve)
            echo --port --bind --data --web --store --link --host --metrics-key --origin \
                --trust-proxy --keep-days --tables-max --tables-in-memory --tables-per-hour --connections-max \
                --connections-per-address --request-seconds --idle-seconds --hello-seconds \
                --ping-seconds --bot-pause --thinkers --log ;;
        play)
            echo --players --bots --names --seed --speed --lang --plain --possible --session --match --host --new \
                --resume --join --watch --rounds --target --turn-seconds --turn-days --first \
                --jokers --joker-swap --stock-end --deal --first-meld --run-max --extend-before-own \
                --rediscard --bracelets ;;
        learn | rules) echo --lang ;;
        backup) echo --data --store ;;
        copy) echo --from --to ;;
        tables) echo --data --store --from --lang ;;
        solve) echo --maximize --best --time --steps ;;
        demo) echo --players --seed --rounds --delay --record ;;
        arena)
            echo --bots --rounds --seed --players --clock --steps --match --search --sprt --jobs \
                --record --state --resume --json --table --progress ;;
        puzzles) echo --count --seed --jobs --check --every --rates --tries ;;
        bot) echo --seed --join --name --clock --keep ;;
        replay) echo --delay --lang --plain --why ;;
        stats) echo --lang ;;
        review) echo --json --seed --why ;;
        verify) echo --why ;;
        bench) echo --floods --quick --store --servers ;;
    esac
}

_rummery_words() {
    case $1 in
        play | learn | rules | demo | arena | puzzles) echo exclusiv photo princess ;;
        bot) echo 1 2 3 4 5 6 7 ;;
        bench) echo core solve bots players env server ;;
        tables) echo list restore accept ;;
    esac
}

_rummery() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} words
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="serve play learn rules stats backup copy tables check solve demo games arena puzzles bot replay"
        words="$words review verify session bench help --help --version"
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        return
    fi
    case $before in
        --data | --web)
            COMPREPLY=($(compgen -d -- "$current"))
            return ;;
        --keep | --record | --state | --session)
            COMPREPLY=($(compgen -f -- "$current"))
            return ;;
    esac
    words=$(_rummery_values "$before")
    if [ -n "$words" ]; then
        COMPREPLY=($(compgen -W "$words" -- "$current"))
    elif [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$(_rummery_flags "$command") --help" -- "$current"))
    elif [ "$command" = replay ] || [ "$command" = review ] || [ "$command" = verify ] ||
        [ "$command" = session ] || [ "$command" = backup ]; then
        COMPREPLY=($(compgen -f -- "$current"))
    elif [ "$COMP_CWORD" -eq 2 ]; then
        COMPREPLY=($(compgen -W "$(_rummery_words "$command")" -- "$current"))
    fi
}

complete -F _rummery rummery
