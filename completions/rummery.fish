# rummery.fish - completion of `rummery` for fish: commands, their flags, and the values that are
# words. tests/repo/completions.mjs compares it with what the program says of itself.

complete -c rummery -f

# of one command
function __rummery_of -a command
    complete -c rummery -n "__fish_seen_subcommand_from $command" $argv[2..]
end

complete -c rummery -n __fish_use_subcommand -a serve -d "serve the page and its tables"
complete -c rummery -n __fish_use_subcommand -a play -d "play in this terminal"
complete -c rummery -n __fish_use_subcommand -a learn -d "learn a game in this terminal"
complete -c rummery -n __fish_use_subcommand -a rules -d "explain a game"
complete -c rummery -n __fish_use_subcommand -a stats -d "how the matches in this terminal went"
complete -c rummery -n __fish_use_subcommand -a backup -d "copy the server's data"
complete -c rummery -n __fish_use_subcommand -a copy -d "copy a store to another kind"
complete -c rummery -n __fish_use_subcommand -a tables -d "where it is your turn; a server's tables"
complete -c rummery -n __fish_use_subcommand -a check -d "say what the rules say of positions"
complete -c rummery -n __fish_use_subcommand -a solve -d "find the best play"
complete -c rummery -n __fish_use_subcommand -a demo -d "show a match between simple players"
complete -c rummery -n __fish_use_subcommand -a games -d "describe the games and their options"
complete -c rummery -n __fish_use_subcommand -a arena -d "play bots against each other"
complete -c rummery -n __fish_use_subcommand -a puzzles -d "make puzzles and check them"
complete -c rummery -n __fish_use_subcommand -a bot -d "a player on standard input and output"
complete -c rummery -n __fish_use_subcommand -a replay -d "show a recorded match"
complete -c rummery -n __fish_use_subcommand -a review -d "say what a recorded match was like"
complete -c rummery -n __fish_use_subcommand -a verify -d "check a recorded match and its shuffle"
complete -c rummery -n __fish_use_subcommand -a session -d "play a session again"
complete -c rummery -n __fish_use_subcommand -a bench -d "measure how fast everything is"
complete -c rummery -n __fish_use_subcommand -a help -d "say how the program is called"
complete -c rummery -l help -d "say how it is called"
complete -c rummery -n __fish_use_subcommand -s V -l version -d "say which version this is"

__rummery_of serve -l port -x -d "port; 0 is any that is free"
__rummery_of serve -l bind -x -d "address to listen on"
__rummery_of serve -l data -x -a '(__fish_complete_directories)' -d "data folder"
__rummery_of serve -l web -x -a '(__fish_complete_directories)' -d "folder of the page"
__rummery_of serve -l store -x -a 'memory sqlite: postgres:' -d "where tables are kept"
__rummery_of serve -l link -x -d "address for other servers"
__rummery_of serve -l host -x -d "name of the server"
__rummery_of serve -l metrics-key -x -d "key that shows the figures"
__rummery_of serve -l origin -x -d "address of the page"
__rummery_of serve -l trust-proxy -x -d "proxies whose word is taken"
__rummery_of serve -l keep-days -x -d "days a table is kept"
__rummery_of serve -l tables-max -x -d "most tables"
__rummery_of serve -l tables-in-memory -x -d "most tables in memory"
__rummery_of serve -l tables-per-hour -x -d "new tables of one address"
__rummery_of serve -l connections-max -x -d "most connections"
__rummery_of serve -l connections-per-address -x -d "connections of one address"
__rummery_of serve -l request-seconds -x -d "time for a request"
__rummery_of serve -l idle-seconds -x -d "time without a word"
__rummery_of serve -l hello-seconds -x -d "time for a hello"
__rummery_of serve -l ping-seconds -x -d "time between two pings"
__rummery_of serve -l bot-pause -x -d "pause of computer players"
__rummery_of serve -l thinkers -x -d "threads that think"
__rummery_of serve -l log -x -a 'error warning info debug' -d "how much is logged"

__rummery_of play -a 'exclusiv photo princess'
__rummery_of play -l players -x -a '2 3 4' -d "how many play"
__rummery_of play -l bots -x -d "levels of the computer players"
__rummery_of play -l names -x -d "names of the people here"
__rummery_of play -l seed -x -d "for a known deal"
__rummery_of play -l speed -x -a 'slow normal fast instant' -d "how fast the computer plays"
__rummery_of play -l lang -x -a 'de en fr it nl es' -d "language"
__rummery_of play -l plain -d "talk line by line"
__rummery_of play -l possible -d "tell what was possible"
__rummery_of play -l host -x -d "make a table on a server"
__rummery_of play -l session -r -d "write a new match as a session"
__rummery_of play -l match -r -d "go on with that match"
__rummery_of play -l new -d "begin a new match"
__rummery_of play -l resume -d "go on with the last match"
__rummery_of play -l join -x -d "sit down at a server's table"
__rummery_of play -l watch -d "only watch"
__rummery_of play -l rounds -x -d "rounds of the match"
__rummery_of play -l target -x -d "points that end the match"
__rummery_of play -l turn-seconds -x -d "time for a turn"
__rummery_of play -l turn-days -x -d "time for a turn, in days"
__rummery_of play -l first -x -a 'lot 0 1 2 3' -d "who begins"
__rummery_of play -l jokers -x -a '2 4' -d "jokers (exclusiv)"
__rummery_of play -l joker-swap -x -a 'any rack' -d "what frees a joker"
__rummery_of play -l stock-end -x -a 'literal stuck' -d "when the stock is empty (exclusiv)"
__rummery_of play -l deal -x -a '10 13' -d "cards at the start (princess)"
__rummery_of play -l first-meld -x -a '0 13' -d "points of the first meld (princess)"
__rummery_of play -l run-max -x -a '7 14' -d "longest run (princess)"
__rummery_of play -l extend-before-own -x -a 'yes no' -d "adding to others' melds (princess)"
__rummery_of play -l rediscard -x -a 'yes no' -d "discarding the card just taken (princess)"
__rummery_of play -l bracelets -x -d "colours of the seats (princess)"

__rummery_of copy -l from -x -a 'sqlite: postgres:' -d "what is copied"
__rummery_of copy -l to -x -a 'sqlite: postgres:' -d "an empty store"
__rummery_of backup -F
__rummery_of backup -l data -x -a '(__fish_complete_directories)' -d "data folder"
__rummery_of backup -l store -x -a 'sqlite:' -d "what is copied"

__rummery_of tables -a 'list restore accept'
__rummery_of tables -l data -x -a '(__fish_complete_directories)' -d "data folder"
__rummery_of tables -l store -x -a 'sqlite: postgres:' -d "where the tables are"
__rummery_of tables -l from -x -a 'sqlite: postgres:' -d "a store that has what is missing"
__rummery_of tables -l lang -x -a 'de en fr it nl es' -d "language of your own tables"

__rummery_of solve -l maximize -x -a 'cards value' -d "what counts first"
__rummery_of solve -l best -x -d "how many plays"
__rummery_of solve -l time -d "tell how long it took"
__rummery_of solve -l steps -d "tell the steps"

__rummery_of demo -a 'exclusiv photo princess'
__rummery_of demo -l players -x -a '2 3 4' -d "how many play"
__rummery_of demo -l seed -x -d "for a known deal"
__rummery_of demo -l rounds -x -d "rounds of the match"
__rummery_of demo -l delay -x -d "pause between moves"
__rummery_of demo -l record -r -F -d "file for the record"

__rummery_of arena -a 'exclusiv photo princess'
__rummery_of arena -l bots -x -d "levels, yardsticks or programs"
__rummery_of arena -l rounds -x -d "deals"
__rummery_of arena -l seed -x -d "for known deals"
__rummery_of arena -l players -x -a '2 3 4' -d "how many play"
__rummery_of arena -l clock -x -d "time of a program"
__rummery_of arena -l steps -x -d "how far level 6 thinks"
__rummery_of arena -l match -x -d "rounds of a match"
__rummery_of arena -l search -x -d "policies to try against one bot"
__rummery_of arena -l jobs -x -d "threads that play"
__rummery_of arena -l record -r -d "where the matches go"
__rummery_of arena -l state -r -d "keep what was played"
__rummery_of arena -l resume -r -d "go on with what was kept"
__rummery_of arena -l json -d "lines for programs"
__rummery_of arena -l table -d "a table for people"
__rummery_of arena -l progress -d "show how far it is"
__rummery_of arena -l sprt -x -d "stop when it is clear"

__rummery_of stats -l lang -x -a 'de en fr it nl es' -d "language"
__rummery_of replay -l lang -x -a 'de en fr it nl es' -d "language"
__rummery_of replay -l plain -d "print it"
__rummery_of rules -a 'exclusiv photo princess'
__rummery_of rules -l lang -x -a 'de en fr it nl es' -d "language"
__rummery_of learn -a 'exclusiv photo princess'
__rummery_of learn -l lang -x -a 'de en fr it nl es' -d "language"

__rummery_of puzzles -a 'exclusiv photo princess'
__rummery_of puzzles -l count -x -d "how many"
__rummery_of puzzles -l seed -x -d "for known puzzles"
__rummery_of puzzles -l jobs -x -d "processes at once"
__rummery_of puzzles -l check -r -F -d "judge the puzzles of a file"
__rummery_of puzzles -l every -x -d "every so-many-th of them"
__rummery_of puzzles -l rates -r -F -d "how many players solve of a file"
__rummery_of puzzles -l tries -x -d "of each player"

__rummery_of bot -a '1 2 3 4 5 6 7'
__rummery_of bot -l seed -x -d "for known choices"
__rummery_of bot -l join -x -d "the link of a table"
__rummery_of bot -l name -x -d "of the seat"
__rummery_of bot -l clock -x -d "time of an answer"
__rummery_of bot -l keep -r -d "the key of the seat"

__rummery_of replay -F
__rummery_of replay -l delay -x -d "pause between moves"

__rummery_of replay -l why -d "tell the rule that a move breaks"

__rummery_of review -F
__rummery_of review -l json -d "as one JSON object"
__rummery_of review -l seed -x -d "for other imagined rounds"

__rummery_of review -l why -d "tell the rule that a move breaks"

__rummery_of verify -F
__rummery_of verify -l why -d "tell the rule that a move breaks"

__rummery_of session -F

__rummery_of bench -a 'core solve bots players env server'
__rummery_of bench -l floods -d "what players notice of floods"
__rummery_of bench -l quick -d "a short run"
__rummery_of bench -l store -x -a 'memory sqlite: postgres:' -d "where its tables are kept"
__rummery_of bench -l servers -x -d "how many servers share the store"

functions -e __rummery_of
