package WrongName
end WrongName;
