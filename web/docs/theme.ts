// In the head: no light page before a dark one.
import { showTheme } from "../theme.js";

showTheme();
