import { Argument, type Command } from "commander";
import { write } from "../shared/output-file.js";
import type { CommandContext } from "../shared/context.js";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

export function addCompletion(program: Command, _cx: CommandContext): void {
  program
    .command("completion")
    .addArgument(new Argument("<shell>", "the shell").choices(SHELLS))
    .description("print a script that completes commands: source <(platen completion bash)")
    .action((shell: Shell) => write("-", scriptOf(shell, placesOf(program))));
}

interface Place {
  /** commands so far: "", "tokens", "tokens create" */
  readonly words: string;
  readonly next: readonly Next[];
}

interface Next {
  readonly word: string;
  readonly means: string;
  readonly kind: "command" | "option" | "choice";
  readonly values: readonly string[] | "file" | null;
}

function placesOf(program: Command): readonly Place[] {
  const optionsOf = (command: Command): readonly Next[] =>
    [...command.options, ...(command === program ? [] : program.options)]
      .filter((o) => !o.hidden)
      .flatMap((o) =>
        [o.long, o.short]
          .filter((word) => word !== undefined)
          .map((word): Next => ({ word, means: o.description, kind: "option", values: o.required ? (o.argChoices ?? "file") : null })),
      );
  const walk = (command: Command, words: readonly string[]): readonly Place[] => {
    const commands = command.commands.map((c): Next => ({ word: c.name(), means: c.description(), kind: "command", values: null }));
    const choices = (command.registeredArguments[0]?.argChoices ?? []).map((word): Next => ({
      word,
      means: "",
      kind: "choice",
      values: null,
    }));
    const help: Next = { word: "--help", means: "what there is", kind: "option", values: null };
    const here: Place = { words: words.join(" "), next: [...commands, ...choices, ...optionsOf(command), help] };
    return [here, ...command.commands.flatMap((c) => walk(c, [...words, c.name()]))];
  };
  return walk(program, []);
}

function scriptOf(shell: Shell, places: readonly Place[]): string {
  const script = { bash, zsh, fish }[shell];
  return script(places);
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const wordsOf = (place: Place): string => place.next.map((n) => n.word).join(" ");
const valued = (places: readonly Place[]): readonly { readonly key: string; readonly values: readonly string[] | "file" }[] =>
  places.flatMap(({ words, next }) => next.flatMap(({ word, values }) => (values === null ? [] : [{ key: `${words}|${word}`, values }])));

const bash = (places: readonly Place[]): string => `# platen: completion for bash. source <(platen completion bash)
_platen_next() {
  case "$1" in
${places.map((p) => `    ${quoted(p.words)}) echo ${quoted(wordsOf(p))} ;;`).join("\n")}
    *) return 1 ;;
  esac
}
_platen_value() {
  case "$1" in
${valued(places)
  .map((v) => `    ${quoted(v.key)}) echo ${v.values === "file" ? "+file" : quoted(v.values.join(" "))} ;;`)
  .join("\n")}
    *) return 1 ;;
  esac
}
_platen_files() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$1"))
}
_platen() {
  local word path="" next value i
  local current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if value=$(_platen_value "$path|$word"); then
      if ((i == COMP_CWORD - 1)); then
        if [ "$value" = +file ]; then _platen_files "$current"; else COMPREPLY=($(compgen -W "$value" -- "$current")); fi
        return
      fi
      ((i++))
    elif _platen_next "\${path:+$path }$word" >/dev/null; then
      path="\${path:+$path }$word"
    fi
  done
  next=$(_platen_next "$path")
  if [[ "$current" != -* ]]; then next=$(printf '%s\\n' $next | grep -v '^-'); fi
  COMPREPLY=($(compgen -W "$next" -- "$current"))
  if [ \${#COMPREPLY[@]} -eq 0 ] && [ -n "$path" ]; then
    _platen_files "$current"
  fi
}
complete -F _platen platen
`;

const zsh = (places: readonly Place[]): string => `#compdef platen
# platen: completion for zsh. source <(platen completion zsh), or a file _platen in a folder of fpath
_platen_next() {
  case "$1" in
${places
  .map((p) => `    ${quoted(p.words)}) reply=(${p.next.map((n) => quoted(`${n.word.replaceAll(":", "\\:")}:${n.means}`)).join(" ")}) ;;`)
  .join("\n")}
    *) return 1 ;;
  esac
}
_platen_value() {
  case "$1" in
${valued(places)
  .map((v) => `    ${quoted(v.key)}) reply=(${v.values === "file" ? "+file" : v.values.map(quoted).join(" ")}) ;;`)
  .join("\n")}
    *) return 1 ;;
  esac
}
_platen() {
  local at="" word
  local -a reply shown
  local -i i
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    if _platen_value "$at|$word"; then
      if ((i == CURRENT - 1)); then
        if [[ "$reply[1]" == +file ]]; then _files; else compadd -a reply; fi
        return
      fi
      ((i++))
    elif _platen_next "\${at:+$at }$word"; then
      at="\${at:+$at }$word"
    fi
  done
  _platen_next "$at"
  shown=("\${(@M)reply:#-*}")
  if [[ "$PREFIX" != -* ]]; then shown=("\${(@)reply:#-*}"); fi
  if ((\${#shown})); then _describe platen shown; else _files; fi
}
compdef _platen platen
`;

const fish = (places: readonly Place[]): string => {
  const named = places.map(({ words, next }) => ({ words: words === "" ? [] : words.split(" "), next }));
  const lines = named.flatMap(({ words, next }) => {
    const children = next.filter((n) => n.kind === "command").map((n) => n.word);
    const seen = words.map((w) => `__fish_seen_subcommand_from ${w}`);
    const not = children.length > 0 ? [`not __fish_seen_subcommand_from ${children.join(" ")}`] : [];
    const when = [...seen, ...not].join("; and ");
    const condition = when === "" ? "" : ` -n ${quoted(when)}`;
    return next.map(({ word, means, kind, values }) => {
      const about = means === "" ? "" : ` -d ${quoted(means)}`;
      if (kind !== "option") return `complete -c platen -f${condition} -a ${word}${about}`;
      const name = word.startsWith("--") ? `-l ${word.slice(2)}` : `-s ${word.slice(1)}`;
      const value = values === null ? "" : values === "file" ? " -r -F" : ` -x -a ${quoted(values.join(" "))}`;
      return `complete -c platen${words.length === 0 ? "" : condition} ${name}${value}${about}`;
    });
  });
  return `# platen: completion for fish. platen completion fish | source\n${lines.join("\n")}\n`;
};
