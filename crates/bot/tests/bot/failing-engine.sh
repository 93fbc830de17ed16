# An engine for tests: `sh failing-engine.sh COUNTER ANSWER…`. To the n-th `go`, over all the processes that count in the file
# COUNTER, it gives the n-th answer, and the last one from then on: a move, `die`, `hang` (it reads on and says nothing), or
# `none`.
counter=$1
shift
while read -r line; do
    case $line in
    uai) printf 'id name Failing\nuaiok\n' ;;
    isready) echo readyok ;;
    quit) exit ;;
    go*)
        asked=$(($(cat "$counter" 2>/dev/null || echo 0) + 1))
        echo "$asked" >"$counter"
        if [ "$asked" -gt "$#" ]; then asked=$#; fi
        eval "answer=\${$asked}"
        case $answer in
        die) exit 1 ;;
        hang) while read -r line; do :; done ;;
        *) echo "bestmove $answer" ;;
        esac
        ;;
    esac
done
