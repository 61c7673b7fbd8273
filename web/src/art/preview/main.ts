// main.ts - puts the contact sheet into its page.
import { mount } from "svelte";
import "../../ui/theme.css";
import Sheet from "./Sheet.svelte";

const target = document.getElementById("app");
if (target !== null) mount(Sheet, { target });
