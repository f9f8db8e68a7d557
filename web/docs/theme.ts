// Runs in the head of a page: no light page before a dark one.
import { showTheme } from "../theme.js";

showTheme();
