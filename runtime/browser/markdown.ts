import MarkdownIt from "markdown-it";
import { markdownParser, type MarkdownModule } from "../engine/markdown.js";

export const parser = markdownParser(MarkdownIt as unknown as MarkdownModule);
